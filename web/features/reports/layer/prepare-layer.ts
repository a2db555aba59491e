import { loadFrame } from './load-frame.ts';

/** Preloads the report layer and the SDK before the first report is opened. */
export const prepareLayer = () => Promise.all([import('./ReportLayer.tsx'), loadFrame()]).catch(() => undefined);
