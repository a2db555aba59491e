// Brings the SDK of the report service: for modules that are loaded when a report is about to be shown.
export { sharedReportService } from '../features/reports/layer/portal-report-service.ts';
