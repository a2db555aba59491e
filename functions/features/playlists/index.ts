export { skippingDisplays } from './devices.sql.ts';
