export * from './groups.ts';
export * from './records.ts';
export * from './reports.ts';
export * from './session.ts';
export * from './tenants.ts';
