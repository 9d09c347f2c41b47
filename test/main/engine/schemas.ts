/** The schema of a file, and that of a newer program whose migration takes a moment. */
export const olderSchema = ['create table people (name text not null)']
export const newerSchema = [
  ...olderSchema,
  `alter table people add column city text;
   create table numbers as with recursive more(n) as (select 1 union all select n + 1 from more where n < 400000) select n from more;`,
]
