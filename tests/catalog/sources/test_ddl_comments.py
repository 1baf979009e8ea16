"""Comments in SQL dumps: each engine's own, and those of people."""

from __future__ import annotations

import pytest


def said(export, table=0):
    found = export.tables[table]
    return found.comment, {column.name: column.comment for column in found.columns}


ON = """COMMENT ON COLUMN a.x IS '둘''째
줄';
COMMENT ON TABLE A IS E'표\\n1';
COMMENT ON COLUMN a.nothing IS 'x';
COMMENT ON COLUMN z.a IS 'x';
COMMENT ON TABLE z IS 'x';
COMMENT ON SCHEMA a IS 'x';
"""
TABLE = "CREATE TABLE sales.a (x int);"


@pytest.mark.parametrize("files", [(TABLE, ON), (ON, TABLE), (TABLE + ON,)])
def test_comment_on_in_any_order_and_in_another_file(take, files):
    export = take(*files, dialect="postgres")
    assert said(export) == ("표\n1", {"x": "둘'째\n줄"})
    assert [(one.what, one.reason) for one in export.skipped] == [
        ("comment on sales.a.nothing", "the table has no such column"),
        ("2 comments on public.z", "the dump has no such table"),
    ]


def test_db2_comments_on_many_columns(take):
    export = take("CREATE TABLE s.t (a int, b int); COMMENT ON s.t (a IS 'x', b IS 'y');", dialect="db2")
    assert said(export) == (None, {"A": "x", "B": "y"})


@pytest.mark.parametrize(
    "call",
    [
        "EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'it''s' , @level0type=N'SCHEMA',"
        "@level0name=N'dbo', @level1type=N'TABLE',@level1name=N'T', @level2type=N'COLUMN',@level2name=N'A'",
        "EXECUTE [sys].[sp_addextendedproperty] N'MS_Description', N'it''s',"
        " N'SCHEMA', [dbo], N'TABLE', [t], N'COLUMN', [a];",
        "DECLARE @v sql_variant\nSET @v = N'it''s'\nEXECUTE sp_addextendedproperty N'MS_Description', @v, N'SCHEMA',"
        " N'dbo', N'TABLE', N'T', N'COLUMN', N'A'",
    ],
)
def test_extended_properties(take, call):
    other = "EXEC sp_addextendedproperty N'Owner', N'x', N'SCHEMA', N'dbo', N'TABLE', N'T'"
    export = take(f"CREATE TABLE [dbo].[T]([A] [int])\nGO\n{call}\nGO\n{other}\nGO\n")
    assert said(export) == (None, {"A": "it's"})


def test_comments_inside_the_statement(take):
    mysql = take(
        "CREATE TABLE t (a int COMMENT 'x' NOT NULL) COMMENT='y' ENGINE=InnoDB;ALTER TABLE t COMMENT = 'z';", schema="s"
    )
    assert said(mysql) == ("z", {"a": "x"})
    snowflake = take("create or replace TABLE S.T (A NUMBER(38,0) COMMENT 'x')COMMENT='y';")
    assert said(snowflake) == ("y", {"A": "x"})
    bigquery = take("CREATE TABLE `d.t` (a INT64 OPTIONS(description='x')) OPTIONS(description=\"y\");")
    assert said(bigquery) == ("y", {"a": "x"})


def test_comments_of_people_where_there_is_none_better(take):
    export = take(
        """/* 회원 */
CREATE TABLE m ( -- 아무것도
    id int, /* 아이디 */
    nm varchar(10) -- 이름, 성
        NOT NULL,
    a int COMMENT 'better', -- worse
    b int, -- NOT NULL,
    c int -- -----
    , d int -- 값; 코드
    -- above e
    , e int
); -- 줄 끝
CREATE TABLE n (a int);

-- far away

CREATE TABLE o (a int);
-- 주문
-- 상세
CREATE TABLE q (a int);
""",
        dialect="mysql",
        schema="s",
    )
    assert said(export) == (
        "회원",
        {"id": "아이디", "nm": "이름, 성", "a": "better", "b": None, "c": None, "d": "값; 코드", "e": None},
    )
    assert [found.comment for found in export.tables[1:]] == [None, None, "주문\n상세"]


@pytest.mark.parametrize(
    "above",
    [
        "-- Table structure for table `m`",
        "-- ----------------------------\n-- Table structure for m\n-- ----------------------------",
        "-- Name: m; Type: TABLE; Schema: public; Owner: postgres",
        "/****** Object:  Table [dbo].[m]    Script Date: 1/1/2020 ******/",
        "-- -----\n-- Table `s`.`m`\n-- -----",
        "-- Dumping structure for table s.m",
        "-- public.m definition",
        "--DROP TABLE m;",
        "-- m",
    ],
)
def test_what_tools_write_above_a_table_is_no_comment(take, above):
    assert take(f"SELECT 1;\n{above}\nCREATE TABLE m (a int);", dialect="mysql", schema="s").tables[0].comment is None
