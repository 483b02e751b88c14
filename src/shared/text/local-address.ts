/** Hosts that only people on one machine or in one network reach. */
const LOCAL_NAME = /^(?:localhost|.*\.(?:localhost|local|internal|lan|home\.arpa)|[^.:[\]]+)$/;
const LOCAL_IP = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[(?:::1?\]|f[cd]|fe80)/;

/** `hostname` as a parsed address has it. */
export const isLocalAddress = (hostname: string): boolean => LOCAL_NAME.test(hostname) || LOCAL_IP.test(hostname);

const LOOPBACK = /^(?:localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;

/** Whether it is the computer itself. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** Whether it stands for another one in an example. */
export const isExampleHost = (hostname: string): boolean =>
  /(^|\.)(example|test|invalid|example\.(com|net|org))$/.test(hostname);
