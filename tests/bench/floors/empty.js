// The least that a Worker can do.
export default { fetch: () => new Response('{}', { headers: { 'content-type': 'application/json' } }) };
