// The list of reports, for the page of a group.
export { ReportCollection } from '../../features/reports/lists/ReportCollection.tsx';
export { useListCrumbs } from '../../features/reports/use-crumbs.ts';
