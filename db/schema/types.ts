import { customType } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Uint8Array; driverData: string }>({
  dataType: () => 'bytea',
  toDriver: (value) => `\\x${Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
});
