import { checkValues } from '../../../domain/custom-fields/check-values.ts';
import type { CustomField, CustomValues } from '../../../domain/custom-fields/field.ts';
import type { ManagedReport } from '../../../domain/report-management/contract.ts';
import type { TextKey } from '../../i18n.ts';

/** A report as its form holds it: every field and option of Spec 3. */
export type ReportDraft = Pick<
  ManagedReport,
  | 'title'
  | 'description'
  | 'texts'
  | 'verified'
  | 'hidden'
  | 'externalUrl'
  | 'navigationPanel'
  | 'sideFilter'
  | 'hiddenPages'
  | 'visualHeaders'
  | 'mobileBackground'
  | 'orientation'
  | 'showLastUpdate'
  | 'tenantColors'
  | 'allowEdit'
  | 'restriction'
  | 'onCatalog'
  | 'onApp'
  | 'watermark'
  | 'ignoreRlsRole'
  | 'catalogDescription'
  | 'resolution'
  | 'custom'
> & { groupId: string | null; subgroupId: string | null; ownerId: string | null; coverKind: ManagedReport['cover']['kind'] };
export type DraftField = keyof ReportDraft;

export const draftOf = (report: ManagedReport): ReportDraft => ({
  title: report.title,
  description: report.description,
  texts: report.texts,
  verified: report.verified,
  hidden: report.hidden,
  externalUrl: report.externalUrl,
  navigationPanel: report.navigationPanel,
  sideFilter: report.sideFilter,
  hiddenPages: report.hiddenPages,
  visualHeaders: report.visualHeaders,
  mobileBackground: report.mobileBackground,
  orientation: report.orientation,
  showLastUpdate: report.showLastUpdate,
  tenantColors: report.tenantColors,
  allowEdit: report.allowEdit,
  restriction: report.restriction,
  onCatalog: report.onCatalog,
  onApp: report.onApp,
  watermark: report.watermark,
  ignoreRlsRole: report.ignoreRlsRole,
  catalogDescription: report.catalogDescription,
  resolution: report.resolution,
  custom: report.custom,
  groupId: report.group?.id ?? null,
  subgroupId: report.subgroup?.id ?? null,
  ownerId: report.owner?.id ?? null,
  coverKind: report.cover.kind,
});

const words = (value: unknown): string =>
  JSON.stringify(value, value && typeof value === 'object' ? Object.keys(value).sort().concat('title', 'description') : undefined);

export const sameField = (field: DraftField, one: ReportDraft, other: ReportDraft): boolean => words(one[field]) === words(other[field]);

/** The errors of a draft, by field. */
export function draftProblems(draft: ReportDraft, wrongValues = false): Partial<Record<DraftField, TextKey>> {
  const problems: Partial<Record<DraftField, TextKey>> = {};
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

const onPages: readonly DraftField[] = ['navigationPanel', 'hiddenPages', 'sideFilter'];
const onAppearance: readonly DraftField[] = [
  'coverKind',
  'tenantColors',
  'visualHeaders',
  'mobileBackground',
  'showLastUpdate',
  'onApp',
  'orientation',
  'resolution',
  'watermark',
];

/** The tab of a field, for navigating to an error. */
export const tabOf = (field: DraftField): string =>
  onPages.includes(field) ? 'pages' : onAppearance.includes(field) ? 'appearance' : 'data';
