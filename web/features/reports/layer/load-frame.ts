/** Brings the module with the report service's SDK; asked for ahead of time when someone is about to open a report. */
export const loadFrame = () => import('./ReportFrame.tsx');

/** The same with the layer around it, for who has not opened a report yet. */
export const prepareLayer = () => Promise.all([import('./ReportLayer.tsx'), loadFrame()]).catch(() => undefined);
