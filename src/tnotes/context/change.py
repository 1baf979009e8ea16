"""What is known of the files, on its way to what they are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tnotes.context.documents import Row
from tnotes.context.engine import Entry, Reader, Texts
from tnotes.context.frame import patched
from tnotes.context.gather import Gathered
from tnotes.context.ledger import Body, Head, Known, of_paths, to_texts, whole_frame
from tnotes.context.plan import Plan
from tnotes.context.stamps import NOTES, Scan


class Change:
    """What is known of the files, on its way to what they are now."""

    def __init__(self, head: Head, body: Body, plan: Plan, seen: Scan, tops: tuple[str, ...]) -> None:
        stale_paths = {path for path, _ in plan.stale}
        self._plan = plan
        self._seen = seen
        self._tops = tops
        self._head = head._replace(bad={path: one for path, one in head.bad.items() if path not in stale_paths})
        self._added: dict[int, Row] = {}
        self._unread: set[str] = set()
        self.body = body

    def take(self, found: Iterable[Gathered]) -> Iterator[Entry]:
        """The entries of files that were read, each under a fresh number."""
        stamps = {path: self._seen.stamps(path) for path in self._plan.folders}
        for one in found:
            folder, _, name = one.path.rpartition("/")
            number = None
            if one.document is not None:
                number = self._head.next
                self._head = self._head._replace(next=number + 1)
                self._plan.folders[folder].rows[number] = self._added[number] = one.document.row
                yield Entry(number, one.document.words)
            elif one.problem is not None:
                self._head.bad[one.path] = one.problem
                if not one.digest:  # no stamp tells when the system will let it be read, or whom
                    self._unread.add(one.path)
            self._plan.folders[folder].files[name] = Known(stamps[folder][name], one.digest, number)
        for path, kept in self._plan.folders.items():
            self.body.put(path, kept)

    def head(self) -> Head:
        """What tells whether the files are as they are now, with all that was taken."""
        digests = {path: self._known(path).digest for path in sorted(self._plan.young | self._unread)}
        return self._head._replace(
            folders={**of_paths(self._head.folders, self._tops, inside=False), **self._seen.digests},
            racy={**of_paths(self._head.racy, self._tops, inside=False), **digests},
        )

    def texts(self, before: Reader | None) -> Texts:
        """All of it as texts; of what was known `before` the frame is taken over where no table changed."""
        frame = None
        if before is not None and all(path.startswith(f"{NOTES}/") for path in self._plan.folders):
            frame = patched(whole_frame(before.text("frame")), self._plan.gone, self._added)
        return to_texts(self.head(), frame or self.body.frame(), self.body)

    def _known(self, path: str) -> Known:
        folder, _, name = path.rpartition("/")
        return self._plan.folders[folder].files[name]
