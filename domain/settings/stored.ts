import type { AddressRule } from '../session/addresses.ts';
import type { SettingsForm } from './contract.ts';

/** What a tenant has saved of its settings; the rest are defaults. */
export type StoredSettings = Partial<SettingsForm> & { ip_trial?: AddressRule['trial'] };
