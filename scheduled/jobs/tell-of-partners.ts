import { tellPartnerMonths } from '../../functions/features/partner-access/index.ts';
import type { Tick } from '../tick.ts';

/** Once a month, notifies each unit's administrators of the visits of their partners (BEHAVIOUR 13). */
export const tellOfPartners = ({ database }: Tick): Promise<Record<string, number>> => tellPartnerMonths(database);
