"""All rules, in the order of their ids. A new one is one file and one line here."""

from __future__ import annotations

from tnotes.checks.files import (
    anchor,
    catalog,
    collision,
    column,
    conflict,
    lfs,
    link,
    place,
    schema,
    settings,
    stray,
    table,
    twice,
    unknown_key,
    unreadable,
    wrong_type,
)
from tnotes.checks.notes import (
    bad_id,
    cap,
    content,
    duplicate,
    id_twice,
    order,
    status,
    stood_still,
    time,
    tombstone,
    utc,
)
from tnotes.checks.rule import Rule
from tnotes.checks.wording import as_rule
from tnotes.checks.words.all import WORD_RULES

RULES: tuple[Rule, ...] = (
    unreadable.RULE,
    conflict.RULE,
    lfs.RULE,
    link.RULE,
    twice.RULE,
    anchor.RULE,
    unknown_key.RULE,
    wrong_type.RULE,
    schema.RULE,
    place.RULE,
    table.RULE,
    column.RULE,
    collision.RULE,
    catalog.RULE,
    settings.RULE,
    stray.RULE,
    id_twice.RULE,
    duplicate.RULE,
    cap.RULE,
    status.RULE,
    time.RULE,
    stood_still.RULE,
    tombstone.RULE,
    bad_id.RULE,
    content.RULE,
    utc.RULE,
    order.RULE,
    *map(as_rule, WORD_RULES),
)
BY_ID = {rule.id: rule for rule in RULES}
BY_KIND = {kind: rule for rule in RULES for kind in rule.kinds}
