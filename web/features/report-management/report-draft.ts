import { checkValues } from '../../../domain/custom-fields/check-values.ts';
import type { CustomField, CustomValues } from '../../../domain/custom-fields/field.ts';
import { pick } from '../../../domain/fields/fields.ts';
import type { ManagedReport } from '../../../domain/report-management/contract.ts';
import { type ReportDraft, type ReportField, type ReportTab, reportFields, reportTabs } from '../../../domain/report-management/fields.ts';
import type { TextKey } from '../../i18n.ts';

export const toDraft = (report: ManagedReport): ReportDraft => ({
  ...pick(report, shownAlike),
  groupId: report.group?.id ?? null,
  subgroupId: report.subgroup?.id ?? null,
  ownerId: report.owner?.id ?? null,
  coverKind: report.cover.kind,
});
type Shown = 'groupId' | 'subgroupId' | 'ownerId' | 'coverKind';
const shownOtherwise: readonly ReportField[] = ['groupId', 'subgroupId', 'ownerId', 'coverKind'];
const shownAlike = reportFields.filter((field): field is Exclude<ReportField, Shown> => !shownOtherwise.includes(field));

const words = (value: unknown): string =>
  JSON.stringify(value, value && typeof value === 'object' ? Object.keys(value).sort().concat('title', 'description') : undefined);

export const sameField = (field: ReportField, one: ReportDraft, other: ReportDraft): boolean => words(one[field]) === words(other[field]);

/** The errors of a draft, by field. */
export function draftProblems(draft: ReportDraft, wrongValues = false): Partial<Record<ReportField, TextKey>> {
  const problems: Partial<Record<ReportField, TextKey>> = {};
  if (!draft.title.trim()) problems.title = 'ui.form.required';
  if (draft.externalUrl !== null && !/^https:\/\/\S+$/i.test(draft.externalUrl.trim())) problems.externalUrl = 'manage.link.https';
  if (draft.ignoreRlsRole !== null && !draft.ignoreRlsRole.trim()) problems.ignoreRlsRole = 'ui.form.required';
  if (draft.resolution !== null && !/^[1-9]\d{2,4}x[1-9]\d{2,4}$/.test(draft.resolution)) problems.resolution = 'manage.resolution.invalid';
  if (Object.values(draft.texts).some((own) => own && !own.title.trim())) problems.texts = 'ui.form.required';
  if (wrongValues) problems.custom = 'ui.form.invalid';
  return problems;
}

/** The errors of custom values, by key; `before` holds the stored values, with their retired options. */
export const valuesProblems = (fields: readonly CustomField[], values: CustomValues, before: CustomValues, saved: boolean) =>
  checkValues({ fields, input: Object.fromEntries(fields.map(({ key }) => [key, values[key] ?? null])), before, by: 'admin', saved })
    .problems;

/** The tab of a field, for navigating to an error. */
export const getTab = (field: ReportField): ReportTab => reportTabs[field];
