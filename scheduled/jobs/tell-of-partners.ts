import { tellPartnerMonths } from '../../functions/features/partner-access/index.ts';
import type { Tick } from '../tick.ts';

/** Once a month, tells each unit's administrators which partners visited (BEHAVIOUR 13). */
export const tellOfPartners = ({ database }: Tick): Promise<Record<string, number>> => tellPartnerMonths(database);
