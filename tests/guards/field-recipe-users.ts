import { after, type FieldRecipe, type LineOf, type Removals, without } from './field-recipe.ts';

// The same recipe for an optional one-line text of users.

const words = {
  'en-US': ['Note', 'One line for administrators.'],
  'pt-BR': ['Nota', 'Uma linha para administradores.'],
  'pt-PT': ['Nota', 'Uma linha para administradores.'],
  es: ['Nota', 'Una línea para administradores.'],
} as const;

const policies = 'db/policies/users.sql';

const recipe = (lineOf: LineOf) => [
  after('domain/users/fields.ts', '  department: { max: maxDepartmentLength, copied: true },', '  note: { max: 120, copied: false },'),
  after('db/schema/users.ts', "    department: text('department'),", "    note: text('note'),"),
  { file: policies, from: 'scim_at, raised),', to: 'scim_at, raised, note),' },
  { file: policies, from: 'scim_at, scim_token_id),', to: 'scim_at, scim_token_id, note),' },
  { file: policies, from: 'scim_token_id) on users to mirante_app;', to: 'scim_token_id, note) on users to mirante_app;' },
  { file: 'db/functions/purge_removed.sql', from: 'department = null,', to: 'department = null, note = null,' },
  ...Object.entries(words).flatMap(([language, [label, help]]) => [
    after(
      `i18n/${language}/users.ts`,
      lineOf(`i18n/${language}/users.ts`, "  'users.column.department':"),
      `  'users.column.note': '${label}',`,
      `  'users.field.note': '${label}',`,
      `  'users.help.note': '${help}',`,
    ),
    after(`i18n/${language}/export.ts`, lineOf(`i18n/${language}/export.ts`, '  department: '), `  note: '${label}',`),
  ]),
];

const server = 'functions/features/users';
const web = 'web/features/users';
const domain = 'domain/users';

const removals: Removals = {
  'the column, and what a form writes': {
    compile: 'server',
    each: [
      without('db/schema/users.ts', "    note: text('note'),\n", `${server}/write-parts.ts`),
      without(`${server}/person-input.ts`, '    ...recordOf(textNames, (name) => normalName(input[name]) || null),\n'),
    ],
  },
  'what the server reads and writes': {
    compile: 'server',
    each: [
      without(`${server}/rows.ts`, '  ...pick(x, textNames),\n'),
      without(`${server}/columns.ts`, '    ...recordOf(textNames, (name): FileColumn<Row> => [texts[name], (row) => row[name]]),\n'),
      without(`${server}/write-parts.ts`, `    ...recordOf(textNames, (name) => sql\`\${person[name]}\`),\n`),
      without(`${server}/edit-user.ts`, "    ...recordOf(textNames, (name) => row[name] ?? ''),\n"),
      without(`${server}/duplicate-user.ts`, '  ...recordOf(textNames, (name) => userTexts[name].copied),\n'),
    ],
  },
  'what is accepted and shown, a text, and the heading of a file': {
    compile: 'server',
    each: [
      without(`${domain}/contract.ts`, '  ...recordOf(textNames, (name) => optionalText(userTexts[name].max)),\n'),
      without(`${domain}/fields.ts`, "  ...recordOf(textNames, () => ''),\n"),
      without(`${server}/rows.ts`, '  ...textNames,\n'),
      without('i18n/en-US/export.ts', "  note: 'Note',\n", `${server}/columns.ts`),
      without('i18n/es/users.ts', "  'users.help.note': 'Una línea para administradores.',\n"),
    ],
  },
  'form and list': {
    compile: 'web',
    each: [
      without(`${web}/draft.ts`, "  ...recordOf(textNames, () => 'data' as const),\n"),
      without(`${web}/draft.ts`, "  ...recordOf(textNames, (name) => user[name] ?? ''),\n"),
      without(`${web}/columns.tsx`, '    ...recordOf(textNames, ', undefined, '    ...recordOf([], '),
      without(`${web}/tabs/DataTab.tsx`, '    ...recordOf(textNames, ', undefined, '    ...recordOf([], '),
    ],
  },
  'what leaves the server, and a label of the history': {
    compile: 'web',
    each: [
      without(`${domain}/contract.ts`, '  ...recordOf(textNames, () => z.nullable(z.string())),\n', `${web}/draft.ts`),
      without('i18n/en-US/users.ts', "  'users.field.note': 'Note',\n", `${web}/history-lines.ts`),
    ],
  },
};

export const userNote: FieldRecipe = {
  recipe,
  parts: {
    server: [`${server}/routes.ts`, ...Object.keys(words).map((language) => `i18n/${language}/users.ts`)],
    web: [`${web}/UsersPage.tsx`],
  },
  removals,
};
