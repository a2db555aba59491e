import { can } from '../access/permissions.ts';
import type { Profile } from '../access/profile.ts';

type Who = { profile: Profile; flags: readonly string[] };
type Editable = { allowEdit: boolean; kind: 'powerbi' | 'external'; reportType: 'report' | 'paginated' };

/**
 * May this person edit this report in place (Spec 6, a report-edit permission is fetched per report)? The report allows it and
 * the person manages reports; that the report is theirs to see at all is asked before. The service edits no paginated report.
 */
export const mayEdit = (report: Editable, who: Who): boolean =>
  report.allowEdit && report.kind === 'powerbi' && report.reportType === 'report' && can(who, 'reports.manage');
