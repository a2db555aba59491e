import { createContext } from 'react';

/** The zone in which the tenant counts days; the portal sets it. */
export const ZoneContext = createContext('UTC');
