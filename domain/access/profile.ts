/** The four values of perfil_usuario (Spec 6). */
export const profiles = ['a2m', 'master', 'admin', 'user'] as const;
export type Profile = (typeof profiles)[number];

/** Flags of a user that open single actions; the session's token carries them. */
export const userFlags = [
  'billing',
  'support',
  'notify',
  'remote_access',
  'edit_reports',
  'release_unfiltered',
  'manage_service',
  'make_playlists',
  'decide_catalog',
  'wake',
] as const;
export type UserFlag = (typeof userFlags)[number];

/** Whether an unknown value is a profile; anything else gets no authenticated route (Spec 2). */
export function isProfile(value: unknown): value is Profile {
  return profiles.includes(value as Profile); // because includes() wants the element type
}
