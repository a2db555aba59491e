import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { taskFields } from '../../domain/automatic-actions/fields.ts';
import { ruleFields, shiftFields } from '../../domain/capacity/fields.ts';
import { toSnakeCase } from '../../domain/text/snake-case.ts';

// What tsc doesn't see of the fields of rules, shifts and tasks: the functions of the database, and the controls of the forms.

const getText = (paths: readonly string[]) => paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
const missing = (names: readonly string[], text: string, way: (name: string) => string) =>
  names.filter((name) => !new RegExp(way(name)).test(text));

test.each([
  ['set_capacity', (name: string) => `\\b${toSnakeCase(name)} = n\\.${toSnakeCase(name)}\\b`],
  ['capacity_facts', (name: string) => `'${name}', c\\.${toSnakeCase(name)}\\b`],
] as const)('app.%s knows every rule', (name, way) => {
  const text = getText([`db/functions/${name}.sql`]);
  expect(missing(ruleFields, text, way)).toEqual([]);
  expect(missing([...ruleFields, 'mayDance'], text, way)).toEqual(['mayDance']);
});

const forms = 'web/features/automatic-actions';
// A target is shown by its name; options and triggers have parts of their own.
const shownOtherwise = ['targetKind', 'options'];
test.each([
  ['rules', ruleFields, ['web/features/capacity/RulesFields.tsx']],
  ['a shift', shiftFields, [`${forms}/shifts/ShiftDrawer.tsx`]],
  ['a task', taskFields.filter((name) => !shownOtherwise.includes(name)), [`${forms}/TaskFields.tsx`, `${forms}/TargetField.tsx`]],
])('the form of %s has a control for every field', (_, names, paths) => {
  // `draft.size`, or a helper that takes the name of the field: `row('forceStop')`.
  const control = (name: string) => `\\b(?:draft\\.${name}\\b|[a-z]\\w+\\('${name}')`;
  expect(missing(names, getText(paths), control)).toEqual([]);
  expect(missing([...names, 'mayDance'], getText(paths), control)).toEqual(['mayDance']);
});
