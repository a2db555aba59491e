export { settleDueAddresses } from './settle-addresses.ts';
