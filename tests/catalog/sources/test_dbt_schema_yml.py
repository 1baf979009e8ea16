"""schema.yml files without a manifest."""

from __future__ import annotations

import pytest
from dbt_builders import column_of, manifest, model, places, said

from tnotes.catalog.table import Reference
from tnotes.errors import BadExport

MODELS = """\
version: 2

models:
  - name: orders  # the facts
    description: "{{ doc('orders') }}"
    columns:
      - name: id
        description: Key.
        data_type: bigint
        tests: [unique, not_null]
      - name: status
        data_tests:
          - accepted_values:
              values: ['a', 'b', 3]
      - name: customer_id
        tests:
          - relationships:
              arguments: {to: ref('customers'), field: id}
          - not_null:
              config: {severity: warn}
      - name: person_id
        tests:
          - name: own_name
            test_name: relationships
            to: source('erp', 'people')
            field: id
  - name: customers
    config: {alias: dim_customers, schema: marts, materialized: view}
    columns: [{name: id}]
  - name: hidden
    config: {materialized: ephemeral}
  - name: off
    config: {enabled: false}
"""
SOURCES = """\
version: 2
sources:
- name: erp
  database: raw_db
  tables:
  - name: people
    identifier: T_PEOPLE
    columns:
    - name: id
- name: crm
  schema: crm_raw
  tables:
  - name: leads
    description: 리드
"""


def test_models_need_a_schema(take):
    with pytest.raises(BadExport, match="nothing says the schema of orders") as caught:
        take(MODELS)
    assert "--schema" in caught.value.hint
    export = take(MODELS, schema="sales")
    assert export.format == "dbt"
    assert places(export) == [(None, "sales", "orders"), (None, "marts", "dim_customers")]
    assert [table.kind for table in export.tables] == ["table", "view"]
    assert export.tables[0].comment == "{{ doc('orders') }}"


def test_tests_of_columns(take):
    export = take(MODELS, SOURCES.replace("  database: raw_db\n", ""), schema="sales")
    id_, status, customer, person = export.tables[0].columns
    assert id_[:5] == ("id", "bigint", False, "Key.", "unique")
    assert [value.value for value in status.values] == ["a", "b", "3"]
    assert (customer.references, customer.nullable) == (Reference("marts", "dim_customers", "id"), None)
    assert person.references == Reference("erp", "T_PEOPLE", "id")


def test_sources_say_where_they_are(take):
    export = take(SOURCES)
    assert places(export) == [("raw_db", "erp", "T_PEOPLE"), (None, "crm_raw", "leads")]
    assert export.tables[1].comment == "리드"


def test_names_that_only_dbt_can_fill_in(take):
    text = SOURCES.replace("raw_db", "\"{{ env_var('DB') }}\"").replace("crm_raw", '"{{ target.schema }}"')
    with pytest.raises(BadExport, match="nothing says the schema of leads"):
        take(text)
    assert places(take(text, schema="s")) == [(None, "erp", "T_PEOPLE"), (None, "s", "leads")]


def test_versions_are_tables_of_their_own(take):
    text = """\
models:
  - name: orders
    latest_version: 2
    columns: [{name: id, tests: [unique]}, {name: old}]
    versions:
      - v: 1
        config: {alias: orders}
      - v: 2
        description: Second.
        columns: [{include: all, exclude: [old]}, {name: fresh}]
"""
    export = take(text, schema="s")
    assert places(export) == [(None, "s", "orders"), (None, "s", "orders_v2")]
    assert [column.name for column in export.tables[1].columns] == ["id", "fresh"]
    assert column_of(export, "id", table=1).key == "unique"
    assert export.tables[1].comment == "Second."


def test_two_files_about_one_table(take):
    more = "models:\n  - name: orders\n    description: x\n    columns: [{name: ID, description: y}, {name: extra}]\n"
    export = take(MODELS, more, schema="sales")
    assert [column.name for column in export.tables[0].columns][-1] == "extra"
    assert column_of(export, "id").comment == "Key."


def test_beside_a_manifest_they_say_nothing_new(take):
    export = take(manifest(model("a")), SOURCES)
    assert places(export) == [("dw", "sales", "a")]
    assert said(export) == ["export2: the manifest has what it says"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("models:\n  - &a\n    name: x\n", "line 2: anchors are not supported"),
        ("models:\n  - name: x\n---\nmodels:\n  - name: y\n", "line 3: more than one YAML document"),
        ("models:\n  - name: x\n    description: {{ doc('x') }}\n", "line 3: "),
        ("models:\n  - name: x\n   description: y\n", "line 3: not valid YAML"),
        ("models:\n  - description: y\n    columns: []\n  - name: x\n", r"models\[0\] has no name"),
        ("models:\n  - name: x\n    columns: 5\n", "columns is not a list"),
        ("models:\n  - name: x\n    config: [a]\n", "config is not an object"),
        ("sources:\n  - name: x\n    tables: [a]\n", r"tables\[0\] is not an object"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(take, text, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(text, schema="s")
    assert "\n" not in caught.value.message
    assert "manifest.json" in caught.value.hint or "again" in caught.value.hint


def test_other_yaml_is_not_taken_for_it(take):
    for text in ("name: shop\nmodels:\n  shop:\n    +materialized: view\n", "models: 5\n", "a: b\n"):
        with pytest.raises(BadExport, match=r"unknown kind|without table_name"):
            take(text)
