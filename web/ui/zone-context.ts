import { createContext } from 'react';

/** The zone in which the tenant counts days; the shell sets it. Without one it is the browser's own. */
export const ZoneContext = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone);
