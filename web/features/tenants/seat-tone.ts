const nearlyFull = 0.9;

/** How full the places are: red from the limit on, orange from nine tenths. */
export function seatTone(users: number, limit: number): 'normal' | 'warn' | 'err' {
  if (users >= limit) return 'err';
  return users / limit >= nearlyFull ? 'warn' : 'normal';
}
