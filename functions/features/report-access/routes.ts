import { addManyGrants } from './add-grants.ts';
import { checkEditPermission } from './check-edit.ts';
import { editOneGrant } from './edit-grant.ts';
import { explainOneAccess } from './explain-access.ts';
import { exportGrantsAsCsv } from './export-grants.ts';
import { exportSightAsCsv } from './export-sight.ts';
import { findGrantSubjects } from './find-subjects.ts';
import { keepSavedCopy } from './keep-copy.ts';
import { findGrants } from './list-grants.ts';
import { exportSeenAsCsv, findSeen } from './list-seen.ts';
import { findSight } from './list-sight.ts';
import { previewOneIdentity } from './preview-identity.ts';
import { readReportAccess } from './read-access.ts';
import { readModelRoles } from './read-roles.ts';
import { readModelValues } from './read-values.ts';
import { removeManyGrants } from './remove-grants.ts';
import { testReportAs } from './test-as.ts';

export const routes = [
  readReportAccess,
  findGrants,
  exportGrantsAsCsv,
  addManyGrants,
  removeManyGrants,
  editOneGrant,
  findGrantSubjects,
  findSight,
  findSeen,
  exportSeenAsCsv,
  exportSightAsCsv,
  explainOneAccess,
  testReportAs,
  readModelRoles,
  readModelValues,
  previewOneIdentity,
  checkEditPermission,
  keepSavedCopy,
];
