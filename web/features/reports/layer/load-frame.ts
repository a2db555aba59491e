/** Brings the module with the report service's SDK; asked for ahead of time when someone is about to open a report. */
export const loadFrame = () => import('./ReportFrame.tsx');
