/** Loopback, and addresses and names of private networks (RFC 1918, 6762, 8375): certificates are rare there. */
export function isPrivateName(hostname: string): boolean {
  if (!hostname.includes('.')) return !hostname.startsWith('[') || /^\[(::1|f[cd]|fe[89ab])/.test(hostname)
  if (/^\d+(\.\d+){3}$/.test(hostname)) return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname)
  return /\.(localhost|local|lan|internal|home\.arpa)$/.test(hostname)
}
