export function SetNewPasswordScreen() {
  return null;
}
