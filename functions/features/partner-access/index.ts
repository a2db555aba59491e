export { tellPartnerMonths } from './tell-months.ts';
