import * as z from 'zod/mini';
import { isZone } from '../format/zones.ts';
import { text } from './fields.ts';

/** The name of a time zone that the runtime knows, e.g. `America/Sao_Paulo`. */
export const zoneName = text(60).check(z.refine(isZone, 'invalid'));
