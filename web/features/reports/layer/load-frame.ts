/** Loads the module with the report service's SDK; called early when a user is about to open a report. */
export const loadFrame = () => import('./ReportFrame.tsx');
