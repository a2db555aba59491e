import { createContext } from 'react';

/** The time zone in which the tenant counts days; set by the portal. */
export const ZoneContext = createContext('UTC');
