"""Columns, keys and values in SQL dumps, as the tools of each engine write them."""

from __future__ import annotations

from tnotes.catalog.table import Column, Reference


def columns(export, table=0):
    return {column.name: column for column in export.tables[table].columns}


def values(column):
    return [value.value for value in column.values]


def test_a_column_with_all_that_can_be_said_of_it(take):
    export = take(
        """CREATE TABLE sales.orders (
            id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            customer integer NOT NULL REFERENCES crm.customer (id) ON DELETE SET NULL,
            made timestamp(3) with time zone DEFAULT now() NOT NULL,
            state character varying(10) DEFAULT 'N'::character varying CHECK (state IN ('N', 'it''s', 'C')),
            code text UNIQUE,
            total numeric(10,2) GENERATED ALWAYS AS (round(1.0, 2)) STORED,
            tags text[]
        );""",
        dialect="postgres",
    )
    assert list(columns(export).values())[:3] == [
        Column("id", "integer", False, key="primary"),
        Column("customer", "integer", False, references=Reference("crm", "customer", "id")),
        Column("made", "timestamp(3) with time zone", False),
    ]
    assert values(columns(export)["state"]) == ["N", "it's", "C"]
    assert columns(export)["code"] == Column("code", "text", True, key="unique")
    assert columns(export)["total"].type == "numeric(10,2)"
    assert columns(export)["tags"].type == "text[]"
    assert export.skipped == ()


def test_sqlite_columns_need_no_type(take):
    found = columns(take("CREATE TABLE t (day , 'month' , year INT DEFAULT 0, PRIMARY KEY (day));", dialect="sqlite"))
    assert [(column.name, column.type) for column in found.values()] == [
        ("day", None),
        ("month", None),
        ("year", "INT"),
    ]
    assert found["day"].nullable  # SQLite allows it


def test_tsql_as_ssms_writes_it(take):
    export = take(
        """CREATE TABLE [dbo].[Person](
            [ID] [int] IDENTITY(1,1) NOT FOR REPLICATION NOT NULL,
            [Guid] [uniqueidentifier] ROWGUIDCOL  NOT NULL,
            [Zip] [char](5) NULL CHECK ([Zip] LIKE '[0-9][0-9]'),
            [Kind] [nchar] (2) NOT NULL CONSTRAINT [DF_Kind] DEFAULT (N'IN'),
            [Full]  AS (isnull([Zip],N'')+N'x') PERSISTED,
         CONSTRAINT [PK] PRIMARY KEY CLUSTERED ([ID] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY]
        ) ON [PRIMARY]
        GO
        ALTER TABLE [dbo].[Person]  WITH CHECK ADD  CONSTRAINT [CK] CHECK  (([Kind]='VC' OR [Kind]='IN'))
        GO
        ALTER TABLE [dbo].[Person] ADD CONSTRAINT [DF_Zip] DEFAULT ('') FOR [Zip]
        GO
        """
    )
    found = columns(export)
    assert [(column.name, column.type, column.nullable) for column in found.values()] == [
        ("ID", "int", False),
        ("Guid", "uniqueidentifier", False),
        ("Zip", "char(5)", True),
        ("Kind", "nchar(2)", False),
        ("Full", None, True),
    ]
    assert found["ID"].key == "primary"
    assert values(found["Kind"]) == ["IN", "VC"]


def test_mysql_as_mysqldump_writes_it(take):
    export = take(
        """/*!40101 SET NAMES utf8 */;
        USE `shop`;
        /*!50001 CREATE VIEW `v` AS SELECT 1 AS `wrong`*/;
        CREATE TABLE `t` (
          `id` int(10) unsigned NOT NULL AUTO_INCREMENT COMMENT 'it''s; the \\'id\\'',
          `state` enum('a','b') DEFAULT 'a',
          `key` varchar(3) CHARACTER SET utf8 COLLATE utf8_bin DEFAULT NULL,
          PRIMARY KEY (`id`),
          UNIQUE KEY `u` (`state`),
          KEY `k` (`key`(2)),
          CONSTRAINT `f` FOREIGN KEY (`key`) REFERENCES `other` (`Key`)
        ) ENGINE=InnoDB COMMENT='표';
        CREATE TABLE `other` (`key` varchar(3), PRIMARY KEY (`key`));
        /*!50001 DROP VIEW IF EXISTS `v`*/;
        /*!50001 CREATE ALGORITHM=UNDEFINED */
        /*!50013 DEFINER=`root`@`localhost` SQL SECURITY DEFINER */
        /*!50001 VIEW `v` AS select `t`.`id` AS `id`,count(0) AS `n` from `t` */;
        """
    )
    table, other, view = export.tables
    assert (table.comment, view.kind, other.columns[0].key) == ("표", "view", "primary")
    assert [column.name for column in view.columns] == ["id", "n"]
    assert table.columns[0] == Column("id", "int(10) unsigned", False, "it's; the 'id'", "primary")
    assert values(table.columns[1]) == ["a", "b"]
    assert table.columns[1].key == "unique"
    assert table.columns[2].references == Reference("shop", "other", "key")
    assert export.skipped == ()


def test_phpmyadmin_adds_keys_afterwards(take):
    export = take(
        """CREATE TABLE `t` (`id` int(11) NOT NULL, `c` int(11) DEFAULT NULL, `u` char(1) NOT NULL) ENGINE=InnoDB;
        CREATE TABLE `c` (`id` int(11) NOT NULL) ENGINE=InnoDB;
        ALTER TABLE `t` ADD PRIMARY KEY (`id`), ADD UNIQUE KEY `u` (`u`), ADD KEY `c` (`c`), ADD d date NOT NULL;
        ALTER TABLE `c` ADD PRIMARY KEY (`id`);
        ALTER TABLE `t` MODIFY `id` int(11) NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=7;
        ALTER TABLE `t` MODIFY COLUMN `u` char(2) COMMENT '단위';
        ALTER TABLE `t` ADD CONSTRAINT `f` FOREIGN KEY (`c`) REFERENCES `c` (`id`);
        ALTER TABLE `t` RENAME TO `x`;
        """,
        schema="s",
    )
    assert columns(export) == {
        "id": Column("id", "int(11)", False, key="primary"),
        "c": Column("c", "int(11)", True, references=Reference("s", "c", "id")),
        "u": Column("u", "char(2)", True, "단위", "unique"),
        "d": Column("d", "date", False),
    }
    assert [(one.what, one.reason) for one in export.skipped] == [
        ("part of s.t", "ALTER TABLE … RENAME is not followed")
    ]


def test_pg_dump_adds_keys_enums_and_unique_indexes_afterwards(take):
    export = take(
        """CREATE TYPE public.mood AS ENUM ('ok', 'sad');
        CREATE DOMAIN public.flag AS text CONSTRAINT c CHECK (VALUE = ANY (ARRAY['Y'::text, 'N'::text]));
        CREATE TABLE public.a (id integer NOT NULL, m public.mood, f public.flag, s text,
            CONSTRAINT s CHECK (((s)::text = ANY ((ARRAY['x'::character varying, 'y'::character varying])::text[]))));
        CREATE TABLE public.b (a_id integer, code text);
        ALTER TABLE ONLY public.a ADD CONSTRAINT a_pkey PRIMARY KEY (id);
        CREATE UNIQUE INDEX b_code ON public.b USING btree (code);
        CREATE UNIQUE INDEX b_part ON public.b USING btree (a_id) WHERE (code IS NULL);
        ALTER TABLE ONLY public.b ADD CONSTRAINT f FOREIGN KEY (a_id) REFERENCES public.a;
        """
    )
    a, b = columns(export), columns(export, 1)
    assert [values(column) for column in a.values()] == [[], ["ok", "sad"], ["Y", "N"], ["x", "y"]]
    assert a["id"].key == "primary"
    assert (b["a_id"].references, b["a_id"].key, b["code"].key) == (Reference("public", "a", "id"), None, "unique")


def test_oracle_adds_constraints_in_parentheses(take):
    export = take(
        """REM it's a script
        CREATE TABLE a ( id NUMBER CONSTRAINT a_nn NOT NULL, q NUMBER DEFAULT 1 ) ORGANIZATION INDEX;
        ALTER TABLE a ADD ( CONSTRAINT a_pk PRIMARY KEY (id), CONSTRAINT a_fk FOREIGN KEY (q) REFERENCES a (id) ) ;
        ALTER TABLE a MODIFY (q NOT NULL);
        """,
        schema="HR",
        dialect="oracle",
    )
    assert columns(export) == {
        "ID": Column("ID", "NUMBER", False, key="primary"),
        "Q": Column("Q", "NUMBER", False, references=Reference("HR", "A", "ID")),
    }
