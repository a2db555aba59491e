const nearlyFull = 0.9;

/** The colour of the seats in use: red at the limit, orange from nine tenths on. */
export function seatTone(users: number, limit: number): 'normal' | 'warn' | 'err' {
  if (users >= limit) return 'err';
  return users / limit >= nearlyFull ? 'warn' : 'normal';
}
