import type { Edit } from './clone.ts';

// The recipe of docs/data.md, "Add a field", for an optional one-line note of report groups: what is written by hand.

export const after = (file: string, anchor: string, ...lines: string[]): Edit => ({
  file,
  from: anchor,
  to: [anchor, ...lines].join('\n'),
});
/** The full source line with this beginning. */
export type LineOf = (file: string, begin: string) => string;

const words = {
  'en-US': [
    'Note',
    'One line for those who look.',
    'Note: from “{{before}}” to “{{after}}”',
    'Note added: “{{after}}”',
    'Note removed: “{{before}}”',
  ],
  'pt-BR': [
    'Nota',
    'Uma linha para quem olha.',
    'Nota: de “{{before}}” para “{{after}}”',
    'Nota incluída: “{{after}}”',
    'Nota retirada: “{{before}}”',
  ],
  'pt-PT': [
    'Nota',
    'Uma linha para quem vê.',
    'Nota: de “{{before}}” para “{{after}}”',
    'Nota incluída: “{{after}}”',
    'Nota retirada: “{{before}}”',
  ],
  es: [
    'Nota',
    'Una línea para quien mira.',
    'Nota: de “{{before}}” a “{{after}}”',
    'Nota añadida: “{{after}}”',
    'Nota quitada: “{{before}}”',
  ],
} as const;

const recipe = (getLine: LineOf): Edit[] => [
  after(
    'domain/report-groups/fields.ts',
    '  description: { max: 400, lines: 3, inMenu: true },',
    '  note: { max: 120, lines: 1, inMenu: true },',
  ),
  after('db/schema/report-groups.ts', "  description: written('description'),", "  note: written('note'),"),
  ...Object.entries(words).flatMap(([language, [label, help, changed, added, removed]]) => [
    after(
      `i18n/${language}/report-groups.ts`,
      getLine(`i18n/${language}/report-groups.ts`, "  'groups.form.descriptionHelp':"),
      `  'groups.column.note': '${label}',`,
      `  'groups.form.note': '${label}',`,
      `  'groups.form.noteHelp': '${help}',`,
      `  'groups.history.note': '${changed}',`,
      `  'groups.history.noteAdded': '${added}',`,
      `  'groups.history.noteRemoved': '${removed}',`,
    ),
    after(`i18n/${language}/export.ts`, getLine(`i18n/${language}/export.ts`, '  description: '), `  note: '${label}',`),
  ]),
  // The demo shows it once; the tests of groups run over all texts.
  {
    file: 'dev/demo/catalog/sierra.ts',
    from: "[['Tesorería', 'Caja de hoy y de las próximas semanas.']])",
    to: "[['Tesorería', 'Caja de hoy y de las próximas semanas.']], { note: 'Cierra el día 5.' })",
  },
];

/** The parts of the product that are compiled. */
export type Part = 'server' | 'web';
const parts: Record<Part, string[]> = {
  server: [
    'functions/features/report-groups/routes.ts',
    'functions/features/reports/menu.ts',
    ...Object.keys(words).map((language) => `i18n/${language}/report-groups.ts`),
  ],
  web: ['web/features/report-groups/GroupsPage.tsx', 'web/features/report-groups/view/GroupReports.tsx'],
};
/**
 * A step of the recipe undone, or a place that no longer takes its fields from the description; `red` is the file that must fail to
 * compile.
 */
export type Removal = Edit & { red: string };
export const without = (file: string, text: string, red = file, to = ''): Removal => ({ file, from: text, to, red });

const server = 'functions/features/report-groups';
const web = 'web/features/report-groups';
const domain = 'domain/report-groups';

/** Removals compiled together: none of them can cause the failure of another's file. */
export type Removals = Record<string, { compile: Part; each: Removal[] }>;
const removals: Removals = {
  'the column': { compile: 'server', each: [without('db/schema/report-groups.ts', "  note: written('note'),\n")] },
  'what the server reads and writes': {
    compile: 'server',
    each: [
      without(`${server}/kind.ts`, '    ...pick(x, textNames),\n'),
      without(`${server}/add-group.ts`, 'keyOfName(name), ...texts, audience', undefined, 'keyOfName(name), audience'),
      without(`${server}/edit-group.ts`, '...pick(after, textNames), '),
      without(
        `${server}/export-groups.ts`,
        '    ...buildRecord(textNames, (name): FileColumn<GroupRow> => [texts[name], (row) => row[name]]),\n',
      ),
      without('functions/features/reports/menu.ts', 'name: g.name, ...pick(g, menuTexts)', undefined, 'name: g.name'),
    ],
  },
  'what an edit compares with, what a sub-group shows, and the heading of a file': {
    compile: 'server',
    each: [
      without(`${server}/edit-group.ts`, '      ...pick(rowsByKind[kind], textNames),\n'),
      without('functions/features/reports/menu.ts', 'name: s.name, ...pick(s, menuTexts)', undefined, 'name: s.name'),
      without('i18n/en-US/export.ts', "  note: 'Note',\n", `${server}/export-groups.ts`),
    ],
  },
  'list, form, conflict view, history and page': {
    compile: 'web',
    each: [
      without(`${web}/columns.tsx`, '    ...buildRecord(textNames, ', undefined, '    ...buildRecord([], '),
      without(`${web}/use-group-form.ts`, '  ...pick(group, textNames),\n'),
      without(`${web}/GroupFields.tsx`, '    ...buildRecord(textNames, (name) => <TextControl form={form} field={name} />),\n'),
      without(`${web}/Theirs.tsx`, "    ...buildRecord(textNames, (name) => () => base[name] || t('groups.form.nothing')),\n"),
      without(`${web}/history-lines.ts`, '    ...buildRecord(textNames, textLine),\n'),
      without('web/features/report-groups/view/GroupReports.tsx', '    ...pick(shown, menuTexts),\n'),
    ],
  },
  'what the form sends, and its labels': {
    compile: 'web',
    each: [
      without(`${web}/use-save-group.ts`, '      ...fields,\n'),
      without(
        `${web}/use-group-form.ts`,
        '  ...buildRecord(textNames, (name) => `groups.form.',
        undefined,
        '  ...buildRecord([], (name) => `groups.form.',
      ),
    ],
  },
  'what is accepted and recorded': {
    compile: 'server',
    each: [
      without(`${domain}/contract.ts`, '  ...buildRecord(textNames, (name) => optionalText(groupTexts[name].max)),\n'),
      without(`${domain}/fields.ts`, "name: '', ...noTexts,", undefined, "name: '',"),
      without(`${domain}/add.ts`, '...pick(asked, textNames), '),
      without(`${domain}/edit.ts`, '    ...buildRecord(textNames, (name) => asked[name] ?? before[name]),\n'),
      without('i18n/es/report-groups.ts', "  'groups.form.noteHelp': 'Una línea para quien mira.',\n"),
    ],
  },
  'what an edit accepts, and a label that no language has': {
    compile: 'server',
    each: [
      without(`${domain}/contract.ts`, '  ...buildRecord(textNames, (name) => z.optional(writtenText(groupTexts[name].max))),\n'),
      without('i18n/en-US/report-groups.ts', "  'groups.column.note': 'Note',\n", 'i18n/es/report-groups.ts'),
    ],
  },
  'what leaves the server': {
    compile: 'web',
    each: [
      without(`${domain}/contract.ts`, '  ...buildRecord(textNames, () => z.string()),\n', `${web}/columns.tsx`),
      without('domain/reports/contract.ts', '        ...menuShape,\n', 'web/features/report-groups/view/GroupReports.tsx'),
    ],
  },
};

/** A field added to a feature, and what each omission must turn red. */
export type FieldRecipe = { recipe: (getLine: LineOf) => Edit[]; parts: Record<Part, string[]>; removals: Removals };
export const groupNote: FieldRecipe = { recipe, parts, removals };
