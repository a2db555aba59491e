/** What a user reports to the administrators: a problem with a report, or with the portal. */
const reportProblems = ['identity', 'gone', 'refused', 'account', 'paused', 'other', 'ended', 'export', 'share', 'release'] as const;
const portalProblems = ['permission', 'nothing', 'time', 'factors', 'no_account', 'no_reports', 'own_person'] as const;
export const problems = [...reportProblems, ...portalProblems] as const;
export type ReportProblem = (typeof reportProblems)[number];
export type PortalProblem = (typeof portalProblems)[number];
export type Problem = (typeof problems)[number];

/** The result: sent now, already sent today, sent too many today, or there is no administrator to notify. */
export function getOutcome({ due, same, often }: { due: boolean; same: boolean; often: boolean }): 'now' | 'before' | 'often' | 'nobody' {
  if (due) return 'now';
  if (same) return 'before';
  return often ? 'often' : 'nobody';
}

export const concernsReport = (problem: Problem): problem is ReportProblem => reportProblems.some((each) => each === problem);

type Asked = { problem: Problem; person: string; report: string | undefined; ofPlatform: boolean };
/** Where an administrator fixes it: `person` asked, and `report` is what it is about. A platform lists its own users with its partners. */
export function placeToMend({ problem, person, report, ofPlatform }: Asked): string {
  const user = `${ofPlatform ? '/partners?area=users&' : '/user?'}id=${person}`;
  const why = `/${report}/management/view?tab=access&part=why&why=${person}`;
  switch (problem) {
    case 'identity':
    case 'ended':
      return why;
    case 'share':
      return `/${report}/management/view?tab=access`;
    case 'release':
      return '/catalogs?tab=requests';
    case 'nothing':
      return `${user}&tab=groups`;
    case 'permission':
    case 'time':
      return `${user}&tab=access`;
    case 'factors':
      return user;
    case 'own_person':
      return `${user}&tab=security`;
    case 'no_reports':
      return ofPlatform ? '/report/a2m' : '/management/report';
    case 'no_account':
      return '/powerbi';
    default:
      return `/${report}/management/view?tab=data`;
  }
}
