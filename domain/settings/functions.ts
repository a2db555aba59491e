import { isOn } from '../contract/flag.ts';
import type { SettingsForm } from './contract.ts';

// Spec 6: a flag per setting that limits what an administrator may do; the layer above sets them for the units below.
export const gatedFunctions = ['user_import', 'saml', 'mfa', 'remote'] as const;
export type GatedFunction = (typeof gatedFunctions)[number];
export type Functions = Record<GatedFunction, boolean>;

/** The field by which a layer forbids it to those below. */
export const fieldBelow = {
  user_import: 'below_user_import',
  saml: 'below_saml',
  mfa: 'below_mfa',
  remote: 'below_remote',
} as const satisfies Record<GatedFunction, keyof SettingsForm>;

/** What all layers above leave to a tenant: one "no" is enough. */
export function functionsFrom(layers: readonly SettingsForm[]): Functions {
  const allowed = (name: GatedFunction) => layers.every((layer) => layer[fieldBelow[name]]);
  return { user_import: allowed('user_import'), saml: allowed('saml'), mfa: allowed('mfa'), remote: allowed('remote') };
}

/** Names missing from the menu and refused by address: hidden ones, and access points where a layer above keeps them (Spec 6). */
export const hiddenScreens = (hidden: readonly string[], left: Functions): string[] =>
  left.saml || hidden.includes('azure/saml') ? [...hidden] : [...hidden, 'azure/saml'];

/** What is in force in a tenant: left to it by all layers above and, where it has a switch of its own, switched on there. */
export function functionsInForce(own: SettingsForm, layers: readonly SettingsForm[]): Functions {
  const left = functionsFrom(layers);
  return {
    ...left,
    user_import: left.user_import && isOn(own.user_import),
    remote: left.remote && isOn(own.allow_access_remote),
  };
}
