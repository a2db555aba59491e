import { type FieldRecipe, type Removals, without } from './field-recipe.ts';

// The places of other features that take their fields from domain/<feature>/fields.ts, undone without a new field.

/** What is compiled to see them. */
const parts = {
  server: ['report-management', 'playlists', 'tenants', 'customers', 'maintenance'].map((name) => `functions/features/${name}/routes.ts`),
  web: [
    'web/features/report-management/ManageFrame.tsx',
    'web/features/report-management/tabs/HistoryTab.tsx',
    'web/features/playlists/PlaylistsPage.tsx',
    'web/features/tenants/UnitDetail.tsx',
    'web/features/customers/CustomersPage.tsx',
    'web/features/maintenance/MaintenancePage.tsx',
  ],
};

const functions = 'functions/features';
const web = 'web/features';

const removals: Removals = {
  'what the server reads and writes': {
    compile: 'server',
    each: [
      without(
        `${functions}/report-management/managed.sql.ts`,
        "  ...buildRecord(detailSwitches, () => 'bool' as const),\n",
        `${functions}/report-management/read-managed.ts`,
      ),
      without(`${functions}/report-management/edit-managed.ts`, '    ...pick(input, plainFields),\n'),
      without(
        `${functions}/playlists/playlists.sql.ts`,
        "  ...buildRecord(switchNames, () => 'bool' as const),\n",
        `${functions}/playlists/read-playlist.ts`,
      ),
      without(`${functions}/tenants/edit-unit.ts`, '  ...buildRecord(limitNames, (name) => given(factNames[name], input[name])),\n'),
      without(`${functions}/customers/customer-row.ts`, "  ...buildRecord(optionalTexts, (name) => row[name] ?? ''),\n"),
      without(`${functions}/maintenance/window.ts`, '  ...buildRecord(windowFlags, (name) => toFlag(row[name])),\n'),
      without(`${functions}/maintenance/maintenance.sql.ts`, `    announceHours: sql\`\${window.announceHours}\`,\n`),
      without('domain/maintenance/edit.ts', '  ...buildRecord(windowFlags, (name) => toFlag(stored[name])),\n'),
    ],
  },
  'what is accepted, and the stored values of an edit': {
    compile: 'server',
    each: [
      without('domain/report-management/contract.ts', '  coverKind: z.enum(coverKinds),\n'),
      without('domain/report-management/fields.ts', '  ...buildRecord(switchNames, (name) => reportSwitches[name].tab),\n'),
      without(`${functions}/report-management/edit-managed.ts`, '      ...pick(reports, plainFields),\n'),
      without(
        'domain/playlists/contract.ts',
        '  ...buildRecord(switchNames, (name) => z._default(z.boolean(), playlistSwitches[name])),\n',
      ),
      without('domain/playlists/fields.ts', '  ...playlistSwitches,\n'),
      without('domain/tenants/contract.ts', '  ...buildRecord(ruleNames, () => z.optional(flag)),\n'),
      without('domain/tenants/fields.ts', "  lastUpdate: 'last_update',\n"),
      without('domain/customers/contract.ts', '  seller: written,\n'),
      without('domain/customers/fields.ts', '  seller: maxNameLength,\n'),
      without('domain/maintenance/contract.ts', "  loginNotice: z._default(flag, 'N'),\n"),
    ],
  },
  'what leaves the server': {
    compile: 'server',
    each: [
      without(`${functions}/report-management/read-managed.ts`, '    ...pick(row, detailSwitches),\n'),
      without(`${functions}/playlists/read-playlist.ts`, '    ...pick(row, settingNames),\n'),
      without(
        `${functions}/tenants/edit-unit.ts`,
        '  ...buildRecord(ruleNames, (name) => given(factNames[name], input[name] && isOn(input[name]))),\n',
      ),
      without(`${functions}/maintenance/window.ts`, '  ...pick(m, windowFields),\n'),
    ],
  },
  'form and history': {
    compile: 'web',
    each: [
      without(`${web}/report-management/report-draft.ts`, '  ...pick(report, shownAlike),\n'),
      without(
        `${web}/report-management/history-words.ts`,
        `  ...buildRecord(switchNames, (name) => \`manage.field.\${name}\` as const),\n`,
      ),
      without(`${web}/playlists/draft.ts`, '  ...pick(playlist, settingNames),\n'),
      without(`${web}/playlists/PlaylistDrawer.tsx`, '  showTitle: undefined,\n'),
      without(`${web}/tenants/use-unit-form.ts`, '  ...pick(unit, [...limitNames, ...ruleNames]),\n'),
      without(`${web}/customers/CustomerFields.tsx`, "    legalName: text('legalName'),\n"),
      without(`${web}/customers/use-customer-form.ts`, 'pick(party, customerFields)', undefined, 'pick(party, [])'),
      without(`${web}/maintenance/use-window-form.ts`, '    announceHours: hoursAhead(draft),\n'),
    ],
  },
};

export const otherFields: FieldRecipe = { recipe: () => [], parts, removals };
