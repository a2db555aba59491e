export { embedQueries, type Found, factsIn, handOut, tokenStore } from './embed-report.ts';
export { getIdentity, preventedBy, type ReportFacts, reportFacts } from './facts.ts';
export { type AccountRow, accountOfReport, getAccount, getProvider, serviceCodes, toAppError } from './provider.ts';
export { type CachedToken, cachedTokens, refusalInSql, refusedInSql, tokenFor } from './token-broker.ts';
export { openToMe, presentView, viewColumns } from './view-row.ts';
export {
  actorName,
  coversReport,
  getGrant,
  getViewer,
  granted,
  hiddenPlace,
  isAboutReport,
  maintenanceUntil,
  nearestGrantFirst,
  onCatalog,
  reportsWithPlace,
  visibleGroup,
  visiblePlace,
  visibleReport,
  visibleSubgroup,
} from './visible.ts';
export { goesOnMinutes, holdVisits, visitOfPerson, writeVisit } from './visit.ts';
export { matchesWords } from './words.ts';
