import type { CustomValues } from '../custom-fields/field.ts';
import { buildRecord, getKeys } from '../fields/fields.ts';
import type { Language } from '../session/languages.ts';
import type { coverKinds } from './limits.ts';

// The one list of the fields of a report that its managers edit. Form, statements, history and contract derive from it, or are a record of
// all fields that doesn't compile while one is missing (docs/data.md, "Add a field").

export type ReportTab = 'data' | 'pages' | 'appearance';

/** A column each, under the same name on the wire and in the history. `links`: whether an external link has it too. */
export const reportSwitches = {
  hidden: { tab: 'data', links: true },
  verified: { tab: 'data', links: true },
  onCatalog: { tab: 'data', links: true },
  allowEdit: { tab: 'data', links: false },
  navigationPanel: { tab: 'pages', links: false },
  hiddenPages: { tab: 'pages', links: false },
  sideFilter: { tab: 'pages', links: false },
  tenantColors: { tab: 'appearance', links: false },
  visualHeaders: { tab: 'appearance', links: false },
  mobileBackground: { tab: 'appearance', links: false },
  showLastUpdate: { tab: 'appearance', links: false },
  onApp: { tab: 'appearance', links: true },
} as const satisfies Record<string, { tab: ReportTab; links: boolean }>;

export type ReportSwitch = keyof typeof reportSwitches;
export const switchNames = getKeys(reportSwitches);

/** Title and description in other languages; a missing one falls back to the report's own. */
export type ReportTexts = { [Each in Language]?: { title: string; description: string } | undefined };

/** A report as its form holds it. */
export type ReportDraft = Record<ReportSwitch, boolean> & {
  title: string;
  description: string;
  texts: ReportTexts;
  groupId: string | null;
  subgroupId: string | null;
  ownerId: string | null;
  externalUrl: string | null;
  restriction: 'none' | 'filters' | 'rls';
  /** Null: RLS is not ignored. */
  ignoreRlsRole: string | null;
  catalogDescription: string;
  custom: CustomValues;
  coverKind: (typeof coverKinds)[number];
  orientation: 'landscape' | 'portrait' | 'auto';
  resolution: string | null;
  watermark: 'inherit' | 'on' | 'off';
};
export type ReportField = keyof ReportDraft;

/** The tab of each field. */
export const reportTabs: Record<ReportField, ReportTab> = {
  ...buildRecord(switchNames, (name) => reportSwitches[name].tab),
  title: 'data',
  description: 'data',
  texts: 'data',
  groupId: 'data',
  subgroupId: 'data',
  ownerId: 'data',
  externalUrl: 'data',
  restriction: 'data',
  ignoreRlsRole: 'data',
  catalogDescription: 'data',
  custom: 'data',
  coverKind: 'appearance',
  orientation: 'appearance',
  resolution: 'appearance',
  watermark: 'appearance',
};
export const reportFields = getKeys(reportTabs);

/** The fields that are stored or recorded as something else: names of places and people, a role while it applies, custom values. */
const elsewhere: readonly ReportField[] = ['groupId', 'subgroupId', 'ownerId', 'ignoreRlsRole', 'custom'];
/** The others: a column, a value of the form and a fact of the history under the same name. */
export type PlainField = Exclude<ReportField, 'groupId' | 'subgroupId' | 'ownerId' | 'ignoreRlsRole' | 'custom'>;
export const plainFields = reportFields.filter((field): field is PlainField => !elsewhere.includes(field));

/** What the audit log stores about a report: group, sub-group and owner by name. */
export type ReportFacts = Record<PlainField, unknown> & {
  group: string | null;
  subgroup: string | null;
  owner: string | null;
  ignoreRlsRole: string | null;
  custom: CustomValues;
};
