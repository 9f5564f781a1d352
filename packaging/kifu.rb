# Homebrew: brew install --HEAD ./packaging/kifu.rb
class Kifu < Formula
  desc "Toolkit for records of Go and other board games in Smart Game Format"
  homepage "https://github.com/kifu-sgf/kifu"
  license any_of: ["MIT", "Apache-2.0"]
  head "https://github.com/kifu-sgf/kifu.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/kifu-cli")
    generate_completions_from_executable(bin/"kifu", "completions")
  end

  test do
    (testpath/"game.sgf").write "(;FF[4]GM[1]SZ[19];B[pd];W[dp])\n"
    assert_match "pd", shell_output("#{bin}/kifu json #{testpath}/game.sgf")
  end
end
