import { tellPartnerMonths } from '../../functions/features/partner-switch/index.ts';
import type { Tick } from '../tick.ts';

/** Once a month each unit's administrators hear which partners were inside (BEHAVIOUR 13). */
export const tellOfPartners = ({ database }: Tick): Promise<Record<string, number>> => tellPartnerMonths(database);
