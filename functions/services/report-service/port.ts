import type { ModelRole } from '../../../domain/report-access/model-roles.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import type { LoadSchedule } from '../../../domain/reports/load-schedule.ts';
import type { ServiceErrorCode } from './service-error.ts';

export { ServiceError, type ServiceErrorCode } from './service-error.ts';

/**
 * A tenant's credentials for the report service, with the secret in plain text; kept only for the duration of a call. `objectId` is the
 * service principal's own id in the directory, needed only to grant rights to a profile.
 */
export type ServiceAccount = {
  directoryId: string;
  appId: string;
  secret: string;
  profileId: string | null;
  objectId?: string | null;
};

type ReportType = 'report' | 'paginated';
type ExportFormat = 'PDF' | 'PPTX' | 'PNG' | 'XLSX' | 'DOCX' | 'CSV';

export type Capabilities = {
  workspaces: boolean;
  pages: boolean;
  rls: 'none' | 'required-by-item';
  /** The export formats of each report type. */
  exportFormats: Record<ReportType, readonly ExportFormat[]>;
  mostExportPages: number;
  refresh: boolean;
  capacity: boolean;
  import: boolean;
  edit: boolean;
  clone: boolean;
  profiles: boolean;
  bookmarks: boolean;
};

export type EmbedRequest = {
  workspaceId: string;
  reportId: string;
  datasetIds: readonly string[];
  reportType: ReportType;
  identity: RlsIdentity | null;
  rights: 'view' | 'edit';
  minutes: number;
};
export type EmbedToken = { token: string; expiresAt: string };

export type RefreshRun = { startedAt: string; endedAt: string | null; outcome: 'running' | 'completed' | 'failed' | 'disabled' };

export type VerifyTarget = { workspaceId?: string | undefined; capacity?: AzureScope | undefined };
export type VerifyStep = {
  step: 'token' | 'api' | 'workspace' | 'capacity';
  outcome: 'ok' | 'failed' | 'skipped';
  /** The duration. */
  ms?: number | undefined;
  code?: ServiceErrorCode | undefined;
  serviceCode?: string | undefined;
  /** The service's own words, at most 500 characters. */
  message?: string | undefined;
  requestId?: string | undefined;
};

export type Workspace = { id: string; name: string; capacityId: string | null; isOnDedicatedCapacity: boolean };
export type ServiceReport = {
  id: string;
  name: string;
  description: string;
  datasetId: string | null;
  type: ReportType;
  embedUrl: string;
  webUrl: string;
};
export type ReportPage = { name: string; displayName: string; order: number };
type DatasetFlags = { needsIdentity: boolean; needsRoles: boolean };

export type ImportConflict = 'abort' | 'overwrite' | 'create';
/** `name` keeps the file's extension, which distinguishes a report (.pbix) from a paginated one (.rdl). */
export type ImportFile = {
  workspaceId: string;
  name: string;
  conflict: ImportConflict;
  body: ReadableStream<Uint8Array> | Blob | Uint8Array;
  bytes: number;
};
type ImportFromUrl = { workspaceId: string; name: string; conflict: ImportConflict; url: string };
export type ImportState = {
  state: 'publishing' | 'succeeded' | 'failed';
  reports: { id: string; name: string; embedUrl: string; webUrl: string }[];
  datasets: { id: string; name: string }[];
  /** The service's code or words for a failed import; null if it gives none. */
  error: string | null;
};
/** An upload address for one large file, valid for an hour. The address itself grants write access, so it stays on the server. */
export type TemporaryUpload = { url: string; expiresAt: string };

type CloneRequest = { workspaceId: string; reportId: string; name: string; targetWorkspaceId?: string | undefined };

export type ExportRequest = {
  workspaceId: string;
  reportId: string;
  reportType: ReportType;
  format: ExportFormat;
  /** Names of pages; all visible pages if omitted. */
  pages?: readonly string[] | undefined;
  bookmarkState?: string | undefined;
  reportLevelFilters?: readonly string[] | undefined;
  includeHiddenPages: false;
  locale: string;
  identity: RlsIdentity | null;
  datasetId: string | null;
};
export type ExportState = {
  state: 'notStarted' | 'running' | 'succeeded' | 'failed';
  percent: number;
  retryAfterMs: number | null;
  resourceLocation: string | null;
  /** With its dot: '.pdf'; '.zip' for pictures of several pages. */
  extension: string | null;
  expiresAt: string | null;
  /** Failed because the capacity was busy: restart the whole export after `retryAfterMs`. */
  busy: boolean;
  /** Failed because the capacity was paused while it ran. */
  isPaused: boolean;
  /** The service's words for a permanent failure. */
  error: string | null;
};
type ExportPlace = { workspaceId: string; reportId: string; exportId: string };

export type ServiceProfile = { id: string; name: string };
type WorkspaceRight = 'Admin' | 'Member' | 'Contributor' | 'Viewer';

export type CapacityState = 'running' | 'paused' | 'starting' | 'stopping' | 'resizing' | 'failed' | 'unknown';
export type Capacity = { id: string; name: string; sku: string; state: CapacityState; region: string };
export type AzureScope = { subscriptionId: string; resourceGroup?: string | undefined };
export type AzureCapacity = {
  id: string;
  name: string;
  location: string;
  sku: string;
  tier: string;
  state: CapacityState;
  kind: 'embedded' | 'fabric';
  resourceGroup: string;
};

type CapacityChange = { to: 'running' | 'paused' } | { size: string };
/** What the account may do with a capacity in Azure; registering one needs all three. */
export type CapacityRights = { write: boolean; suspend: boolean; resume: boolean };

/** What Azure may bill beyond a capacity's size, up to a number of capacity unit hours; null hours: without a limit that it names. */
export type CapacityOverage = { enabled: boolean; hours: number | null };

/** The operations that the portal needs from a report service (REPORT_SERVICE 6); Power BI is the first provider. */
export type ReportProvider = {
  readonly capabilities: Capabilities;

  embed(account: ServiceAccount, request: EmbedRequest): Promise<EmbedToken>;
  refreshes(account: ServiceAccount, workspaceId: string, datasetId: string, top: number): Promise<RefreshRun[]>;
  /** The service's own refresh schedule; null if there is none or we can't read it. */
  schedule(account: ServiceAccount, workspaceId: string, datasetId: string): Promise<LoadSchedule | null>;
  startRefresh(account: ServiceAccount, workspaceId: string, datasetId: string): Promise<void>;

  /** Tests an account step by step and stops at the first failure, which is returned, never thrown. */
  verify(account: ServiceAccount, target: VerifyTarget): Promise<{ steps: VerifyStep[] }>;

  listWorkspaces(
    account: ServiceAccount,
    page: { search?: string | undefined; top: number; skip: number },
  ): Promise<{ items: Workspace[]; more: boolean }>;
  createWorkspace(account: ServiceAccount, name: string): Promise<Workspace>;
  listReports(account: ServiceAccount, workspaceId: string): Promise<ServiceReport[]>;
  getReport(account: ServiceAccount, workspaceId: string, reportId: string): Promise<ServiceReport>;
  listPages(account: ServiceAccount, workspaceId: string, reportId: string): Promise<ReportPage[]>;
  datasetFlags(account: ServiceAccount, workspaceId: string, datasetId: string): Promise<DatasetFlags>;
  /** The RLS roles of a model; null if the service doesn't show them to this account. */
  modelRoles(account: ServiceAccount, workspaceId: string, datasetId: string): Promise<ModelRole[] | null>;
  /** The first values of a column; null if the service doesn't list them for this account. */
  columnValues(
    account: ServiceAccount,
    workspaceId: string,
    datasetId: string,
    wish: { table: string; column: string; most: number },
  ): Promise<string[] | null>;

  importFile(account: ServiceAccount, file: ImportFile): Promise<{ importId: string }>;
  importFromUrl(account: ServiceAccount, file: ImportFromUrl): Promise<{ importId: string }>;
  readImport(account: ServiceAccount, workspaceId: string, importId: string): Promise<ImportState>;
  temporaryUpload(account: ServiceAccount, workspaceId: string): Promise<TemporaryUpload>;
  /** Uploads one part of a large file; parts may come in any order and more than once. */
  uploadPart(upload: TemporaryUpload, part: { index: number; body: ReadableStream<Uint8Array> | Uint8Array; bytes: number }): Promise<void>;
  /** Joins the parts 0 to `parts`-1 into the file that `importFromUrl` takes. */
  joinParts(upload: TemporaryUpload, parts: number): Promise<void>;

  clone(account: ServiceAccount, request: CloneRequest): Promise<ServiceReport>;
  rebind(account: ServiceAccount, workspaceId: string, reportId: string, datasetId: string): Promise<void>;
  deleteReport(account: ServiceAccount, workspaceId: string, reportId: string): Promise<void>;

  startExport(account: ServiceAccount, request: ExportRequest): Promise<{ exportId: string }>;
  readExport(account: ServiceAccount, workspaceId: string, reportId: string, exportId: string): Promise<ExportState>;
  /** The file as a stream; the caller limits how much of it is read. */
  openExport(account: ServiceAccount, place: ExportPlace): Promise<Response>;

  /** Profiles belong to the service principal itself, so these four calls never act as the account's profile. */
  listProfiles(account: ServiceAccount): Promise<ServiceProfile[]>;
  createProfile(account: ServiceAccount, name: string): Promise<ServiceProfile>;
  deleteProfile(account: ServiceAccount, profileId: string): Promise<void>;
  grantProfile(account: ServiceAccount, workspaceId: string, profileId: string, right: WorkspaceRight): Promise<void>;

  listCapacities(account: ServiceAccount): Promise<Capacity[]>;
  /**
   * The capacities of a subscription, of both kinds, read from Azure itself: another address and another permission than the report
   * service's.
   */
  listAzureCapacities(account: ServiceAccount, scope: AzureScope): Promise<AzureCapacity[]>;
  /** One capacity by its id in Azure. */
  azureCapacity(account: ServiceAccount, armId: string): Promise<AzureCapacity>;
  /** Asks Azure for a change and doesn't wait for it: the capacity's own state shows how far it is. */
  changeAzureCapacity(account: ServiceAccount, armId: string, change: CapacityChange): Promise<void>;
  azureCapacityRights(account: ServiceAccount, armId: string): Promise<CapacityRights>;
  /** Null where Azure doesn't say it: an embedded capacity, or a place that doesn't know this version of its API yet. */
  azureCapacityOverage(account: ServiceAccount, armId: string): Promise<CapacityOverage | null>;
  /** How many refreshes run on a capacity, unknown ones included; null if the service doesn't say it to this account. */
  runningRefreshes(account: ServiceAccount, capacityId: string): Promise<number | null>;
};
