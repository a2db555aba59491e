import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { factNames } from '../../domain/tenants/fields.ts';

const facts = Object.values(factNames);
/** The names that a function of the database doesn't know as a key or a column. */
const unknownIn = (names: readonly string[], text: string) => names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text));

test.each(['add_tenant', 'edit_tenant', 'tenant_facts'])('%s knows every limit and rule that the layer above sets', (name) => {
  const text = readFileSync(join(root, `db/functions/${name}.sql`), 'utf8');
  expect(unknownIn(facts, text)).toEqual([]);
  expect(unknownIn([...facts, 'may_dance'], text)).toEqual(['may_dance']);
});
