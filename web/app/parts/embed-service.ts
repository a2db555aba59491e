// Loads the report service's SDK: import it only from modules that are loaded just before a report is shown.
export { sharedReportService } from '../../features/reports/layer/portal-report-service.ts';
