import type { AddressRule } from '../session/addresses.ts';
import type { SettingsForm } from './contract.ts';

/** A tenant's saved settings; the rest are defaults. */
export type StoredSettings = Partial<SettingsForm> & { ip_trial?: AddressRule['trial'] };
