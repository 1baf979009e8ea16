"""The options that every verb takes, before or after it, and texts that begin with a dash."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from tnotes.errors import UsageError, closest

if TYPE_CHECKING:
    from tnotes.actions.session import Session

_SHARED = (
    (("--workspace", "-w"), "DIR", "A folder of the workspace. [env: TNOTES_WORKSPACE; default: here]"),
    (("--role",), "NAME", "See only what this role may. [env: TNOTES_ROLE]"),
    (("--mode",), "MODE", "chat, playbook (no writes) or eval (no notes either). [env: TNOTES_MODE; default: chat]"),
    (("--tz",), "ZONE", "The time zone of dates, such as Asia/Seoul. [env: TNOTES_TZ]"),
    (("--json",), None, "Answer in JSON, errors too."),
    (("--quiet",), None, "Print the answer and errors, no talk."),
    (("--debug",), None, "Show a traceback where something fails."),
)
# "A text that begins with - and a blank or digit is text."
_DASHED_TEXT = re.compile(r"-[\s\d]")
_MARK = "\0"  # cannot come from a command line


class Flags(NamedTuple):
    """What the shared options and their environment variables say."""

    workspace: Path
    role: str | None
    mode: str | None
    time_zone: str | None
    json: bool
    quiet: bool

    def session(self) -> Session:
        """The session that these flags ask for."""
        from tnotes.actions.session import open_session

        return open_session(self.workspace, role=self.role, mode=self.mode, time_zone=self.time_zone)


def flags(context: typer.Context) -> Flags:
    """The flags of this run: what was typed last counts, then the environment."""
    said = context.meta
    return Flags(
        workspace=Path(said.get("workspace") or os.environ.get("TNOTES_WORKSPACE") or "."),
        role=said.get("role") or os.environ.get("TNOTES_ROLE") or None,
        mode=said.get("mode") or os.environ.get("TNOTES_MODE") or None,
        time_zone=said.get("tz") or os.environ.get("TNOTES_TZ") or None,
        json=bool(said.get("json")),
        quiet=bool(said.get("quiet")),
    )


def _remember(context: Any, parameter: Any, value: Any) -> None:
    if value:
        context.meta[parameter.name] = value


def _options() -> list[Any]:
    return [
        TyperOption(
            param_decls=list(names),
            metavar=metavar,
            help=text,
            is_flag=metavar is None,
            default=None if metavar else False,
            expose_value=False,
            callback=_remember,
        )
        for names, metavar, text in _SHARED
    ]


class Verb(TyperCommand):
    """A command with the shared options."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(_options())

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; `-9 means` is a text, not an option -9."""
        rest = super().parse_args(ctx, self._marked(list(args)))
        ctx.params = {name: _unmarked(value) for name, value in ctx.params.items()}
        return rest

    def _marked(self, args: list[str]) -> list[str]:
        takes = {name for option in self.params if not getattr(option, "is_flag", True) for name in option.opts}
        before = ["", *args]
        end = args.index("--") if "--" in args else len(args)
        return [
            _MARK + arg if at < end and _DASHED_TEXT.match(arg) and before[at] not in takes else arg
            for at, arg in enumerate(args)
        ]


def _unmarked(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_unmarked(one) for one in value)
    return value.removeprefix(_MARK) if isinstance(value, str) else value


class Group(TyperGroup):
    """A group of commands with the shared options, its commands in the order in which they are written."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(_options())

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that was asked for, or an error that offers the nearest."""
        if args and self.get_command(ctx, args[0]) is None:
            near = closest(args[0], self.list_commands(ctx), 1)
            hint = f"did you mean {ctx.command_path} {near[0]}?" if near else f"{ctx.command_path} --help lists them"
            raise UsageError(f"{ctx.command_path} has no verb {args[0]!r}", hint=hint)
        return super().resolve_command(ctx, args)


def new_app(help_text: str, cls: type[Group] = Group) -> typer.Typer:
    """A Typer application as all of ours are: plain help, no traceback of Typer's own."""
    return typer.Typer(
        cls=cls,
        help=help_text,
        add_completion=cls is not Group,  # at the root only
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        pretty_exceptions_show_locals=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
