import { askForOneReport, cancelOwnRequest } from './ask-for-report.ts';
import { answerOneRequest, grantOneRequest, liftOneWait } from './decide-request.ts';
import { findCatalog } from './list-catalog.ts';
import { exportRequestsAsCsv, findRequests, readOneRequest } from './list-requests.ts';
import { previewOneRequest } from './preview-request.ts';
import { readRolesForRequest } from './read-request-roles.ts';

export const routes = [
  findCatalog,
  askForOneReport,
  exportRequestsAsCsv,
  findRequests,
  readOneRequest,
  cancelOwnRequest,
  grantOneRequest,
  previewOneRequest,
  readRolesForRequest,
  liftOneWait,
  answerOneRequest,
];
