// The SDK-free parts of the report layer, for the other place that embeds reports: the player.
export { reportOrigin } from '../../features/reports/boot-origin.ts';
export { embedSettings, openingFit } from '../../features/reports/layer/embed-settings.ts';
export { embedTheme } from '../../features/reports/layer/embed-theme.ts';
export { fixedFilters } from '../../features/reports/layer/fixed-filters.ts';
export {
  getProblem,
  isPassing,
  isTokenExpired,
  type Problem,
  problemOfCall,
  type ServiceFault,
} from '../../features/reports/layer/service-errors.ts';
export { takeSign, watchSigns } from '../../features/reports/layer/signs-of-life.ts';
export { renewalDelay } from '../../features/reports/layer/token-life.ts';
export { problemWords } from '../../features/reports/viewer/problem-words.ts';
