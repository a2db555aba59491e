// The report layer's parts that hold no SDK, for the other place that embeds reports: the player.
export { reportOrigin } from '../features/reports/boot-origin.ts';
export { embedTheme } from '../features/reports/layer/embed-theme.ts';
export { fixedFilters } from '../features/reports/layer/fixed-filters.ts';
export { isTokenExpired, problemOf, type ServiceFault } from '../features/reports/layer/service-errors.ts';
