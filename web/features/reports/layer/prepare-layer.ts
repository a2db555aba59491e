import { loadFrame } from './load-frame.ts';

/** Fetches the report layer and the SDK ahead of time, for who has not opened a report yet. */
export const prepareLayer = () => Promise.all([import('./ReportLayer.tsx'), loadFrame()]).catch(() => undefined);
