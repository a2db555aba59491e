import type { WindowField } from '../maintenance/fields.ts';
import type { ReportFacts } from '../report-management/fields.ts';
import { asFields, isChanged, type Sides } from './writing.ts';

/** The facts of a report that the log words itself. */
const reportFields = {
  ...{ title: 'name', description: 'description', group: 'group', subgroup: 'subgroup', owner: 'owner' },
  ...{ externalUrl: 'externalUrl', audience: 'audience', lost: 'lostPages' },
} as const;
/** The others, which the report's own history words: the log only names them. */
type ReportPart = Exclude<keyof ReportFacts, keyof typeof reportFields>;
const parts: Record<ReportPart, true> = {
  ...{ hidden: true, verified: true, onCatalog: true, allowEdit: true, navigationPanel: true, hiddenPages: true, sideFilter: true },
  ...{ tenantColors: true, visualHeaders: true, mobileBackground: true, showLastUpdate: true, onApp: true, texts: true },
  ...{ restriction: true, ignoreRlsRole: true, catalogDescription: true, custom: true, coverKind: true, orientation: true },
  ...{ resolution: true, watermark: true },
};
export const reportParts = Object.keys(parts) as ReportPart[]; // because keys are typed as text

/** The facts of a maintenance window, and of what it is for. */
const windowFields: Record<WindowField | 'target', string> = {
  ...{ title: 'name', text: 'noticeText', texts: 'noticeTexts', startsAt: 'activeFrom', endsAt: 'activeUntil', target: 'maintained' },
  ...{ blocks: 'blocks', exceptAdmin: 'exceptAdmin', announceHours: 'announceHours', loginNotice: 'atLogin' },
  pausesCapacity: 'pausesCapacity',
};

/** A report: what the log words, and of an edit the other parts that it changed. */
function reportSides(what: string, sides: Sides): Sides {
  const { before, after } = sides;
  const changed = what === 'report.edit' ? reportParts.filter((name) => name in after && isChanged(sides, name)) : [];
  return {
    before: asFields(reportFields, before),
    after: { ...asFields(reportFields, after), ...(changed.length > 0 && { reportParts: changed }) },
  };
}

/** A window names the report or group that it is for, or says that it is for the whole unit. */
function windowSides({ before, after }: Sides): Sides {
  const shown = ({ targetId, ...facts }: Record<string, unknown>) =>
    asFields(windowFields, { ...facts, ...(targetId ? { target: targetId } : {}) });
  return { before: shown(before), after: shown(after) };
}

/** What a record has beside both sides: of maintenance, the automatic action that did it. */
export const besideReporting = (what: string, { task, ...told }: Record<string, unknown>): Record<string, unknown> =>
  what.startsWith('maintenance.') && task ? { ...told, byTask: task } : told;

/** Records whose facts only another page can word: the log shows what was done and who did it. */
const onlyTold = ['workspace', 'service_account', 'custom_field', 'mail'];

/** What a unit lets its partner do; its state is in the name of the action. */
const relationFields = { verify: 'partnerVerify', standing_until: 'until' } as const;

/** Both sides of a record on reports, their maintenance, where they come from, and the partner; null for other records. */
export function reportingSides(what: string, sides: Sides): Sides | null {
  const [family = ''] = what.split('.');
  if (family === 'report') return reportSides(what, sides);
  if (family === 'maintenance') return windowSides(sides);
  if (family === 'partner') return { before: asFields(relationFields, sides.before), after: asFields(relationFields, sides.after) };
  return onlyTold.includes(family) ? { before: {}, after: {} } : null;
}
