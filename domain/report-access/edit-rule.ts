import { can } from '../access/permissions.ts';
import type { Profile } from '../access/profile.ts';

type Who = { profile: Profile; flags: readonly string[] };
type Editable = { allowEdit: boolean; kind: 'powerbi' | 'external'; reportType: 'report' | 'paginated' };

/**
 * May this user edit this report in place (Spec 6, a report-edit permission is fetched per report)? The report has to allow it and the user
 * has to manage reports; whether the user sees the report is checked before. The service edits no paginated report.
 */
export const mayEdit = (report: Editable, who: Who): boolean =>
  report.allowEdit && report.kind === 'powerbi' && report.reportType === 'report' && can(who, 'reports.manage');
