import { after, type FieldRecipe, type LineOf, type Removals, without } from './field-recipe.ts';

// The same recipe for an optional one-line text of users.

const words = {
  'en-US': ['Remark', 'One line for administrators.'],
  'pt-BR': ['Observação', 'Uma linha para administradores.'],
  'pt-PT': ['Observação', 'Uma linha para administradores.'],
  es: ['Observación', 'Una línea para administradores.'],
} as const;

const policies = 'db/policies/users.sql';

const recipe = (getLine: LineOf) => [
  after('domain/users/fields.ts', '  department: { max: maxDepartmentLength, copied: true },', '  remark: { max: 120, copied: false },'),
  after('db/schema/users.ts', "    department: text('department'),", "    remark: text('remark'),"),
  { file: policies, from: 'scim_at, raised),', to: 'scim_at, raised, remark),' },
  { file: policies, from: 'scim_at, scim_token_id),', to: 'scim_at, scim_token_id, remark),' },
  { file: policies, from: 'scim_token_id) on users to mirante_app;', to: 'scim_token_id, remark) on users to mirante_app;' },
  { file: 'db/functions/purge_removed.sql', from: 'department = null,', to: 'department = null, remark = null,' },
  ...Object.entries(words).flatMap(([language, [label, help]]) => [
    after(
      `i18n/${language}/users.ts`,
      getLine(`i18n/${language}/users.ts`, "  'users.column.department':"),
      `  'users.column.remark': '${label}',`,
      `  'users.field.remark': '${label}',`,
      `  'users.help.remark': '${help}',`,
    ),
    after(`i18n/${language}/export.ts`, getLine(`i18n/${language}/export.ts`, '  department: '), `  remark: '${label}',`),
  ]),
];

const server = 'functions/features/users';
const web = 'web/features/users';
const domain = 'domain/users';

const removals: Removals = {
  'the column, and what a form writes': {
    compile: 'server',
    each: [
      without('db/schema/users.ts', "    remark: text('remark'),\n", `${server}/write-parts.ts`),
      without(`${server}/person-input.ts`, '    ...buildRecord(textNames, (name) => normalName(input[name]) || null),\n'),
    ],
  },
  'what the server reads and writes': {
    compile: 'server',
    each: [
      without(`${server}/rows.ts`, '  ...pick(x, textNames),\n'),
      without(`${server}/columns.ts`, '    ...buildRecord(textNames, (name): FileColumn<Row> => [texts[name], (row) => row[name]]),\n'),
      without(`${server}/write-parts.ts`, `    ...buildRecord(textNames, (name) => sql\`\${person[name]}\`),\n`),
      without(`${server}/edit-user.ts`, "    ...buildRecord(textNames, (name) => row[name] ?? ''),\n"),
      without(`${server}/duplicate-user.ts`, '  ...buildRecord(textNames, (name) => userTexts[name].copied),\n'),
    ],
  },
  'what is accepted and shown, a text, and the heading of a file': {
    compile: 'server',
    each: [
      without(`${domain}/contract.ts`, '  ...buildRecord(textNames, (name) => optionalText(userTexts[name].max)),\n'),
      without(`${domain}/fields.ts`, "  ...buildRecord(textNames, () => ''),\n"),
      without(`${server}/rows.ts`, '  ...textNames,\n'),
      without('i18n/en-US/export.ts', "  remark: 'Remark',\n", `${server}/columns.ts`),
      without('i18n/es/users.ts', "  'users.help.remark': 'Una línea para administradores.',\n"),
    ],
  },
  'form and list': {
    compile: 'web',
    each: [
      without(`${web}/draft.ts`, "  ...buildRecord(textNames, () => 'data' as const),\n"),
      without(`${web}/draft.ts`, "  ...buildRecord(textNames, (name) => user[name] ?? ''),\n"),
      without(`${web}/columns.tsx`, '    ...buildRecord(textNames, ', undefined, '    ...buildRecord([], '),
      without(`${web}/tabs/DataTab.tsx`, '    ...buildRecord(textNames, ', undefined, '    ...buildRecord([], '),
    ],
  },
  'what leaves the server, and a label of the history': {
    compile: 'web',
    each: [
      without(`${domain}/contract.ts`, '  ...buildRecord(textNames, () => z.nullable(z.string())),\n', `${web}/draft.ts`),
      without('i18n/en-US/users.ts', "  'users.field.remark': 'Remark',\n", `${web}/history-lines.ts`),
    ],
  },
};

export const userRemark: FieldRecipe = {
  recipe,
  parts: {
    server: [`${server}/routes.ts`, ...Object.keys(words).map((language) => `i18n/${language}/users.ts`)],
    web: [`${web}/UsersPage.tsx`],
  },
  removals,
};
